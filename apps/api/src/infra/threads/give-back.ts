/**
 * Gives the memory of a buffer back at once; whatever still holds it sees an empty one. Buffers lie outside of the heap, so
 * that the collector, which goes by the heap, would leave a hundred megabytes of them while large files pass through.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // One that shares its memory with others is left alone.
  const isOwn = buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
  // A transfer to another buffer, as structuredClone makes, would leave the memory to the collector.
  if (isOwn) buffer.transfer(0)
}
