/** A worker whose models are never loaded. */
process.on('disconnect', () => process.exit())
