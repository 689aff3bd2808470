/** Lists, counts and single runs, what goes on now, and the questions that people keep. */
package dev.weir.server.query.run;
