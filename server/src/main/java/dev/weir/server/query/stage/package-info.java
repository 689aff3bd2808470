/** How long stages take, whether in time, what is under way, and which ways work goes. */
package dev.weir.server.query.stage;
