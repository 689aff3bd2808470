/**
 * What tests of folds and of their hosts share: random histories that repeat by seed, the laws that every fold and host has
 * to keep, and the wire form of an event.
 */
package dev.weir.testkit;
