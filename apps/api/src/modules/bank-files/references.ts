const REFERENCE = /CL(\d{10})/g

/** The lines of batches that a text of a bank names by their references, each once, in the order of the text. */
export const referencesIn = (text: string): number[] => [
  ...new Set([...text.matchAll(REFERENCE)].map(([, digits]) => Number(digits))),
]
