/** Events, their identity and their order. */
package dev.weir.core.event;
