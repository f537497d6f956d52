/**
 * Canonical JSON (RFC 8785: sorted names, no white space). The values are texts or null, for which JSON.stringify
 * suffices.
 */
export const canonicalJson = (values: Readonly<Record<string, string | null>>): string =>
  JSON.stringify(values, Object.keys(values).toSorted())
