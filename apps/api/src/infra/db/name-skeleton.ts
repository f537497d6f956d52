/** Characters that look alike (confusables, Unicode TR39). */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[I1|]/g, 'l'],
  [/[0O]/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** Maps account names that look alike to the same string: compatibility forms, case and accents are removed. */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return ALIKE.reduce((text, [pattern, drawn]) => text.replace(pattern, drawn), plain).toLowerCase()
}
