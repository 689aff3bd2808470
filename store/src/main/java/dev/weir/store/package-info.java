/**
 * The SQL of the log and of the projections: append, load, save. One writer for every host of the folds, so everything
 * here may be done again: what is stored already is not stored twice, and a row is only replaced by whoever has seen it.
 */
package dev.weir.store;
