/** A worker that never becomes ready. */
process.on('disconnect', () => process.exit())
