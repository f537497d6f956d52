/** What a Chinese keyboard types as full-width characters, `１３８`, is read as what it means. */
export const halfWidth = (typed: string): string => typed.normalize('NFKC').trim()
