/** Measures Weir: each figure beside its reference, in one run on one database. */
package dev.weir.bench;
