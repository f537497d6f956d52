/** Characters that are drawn alike, in the manner of the skeletons of Unicode TR39. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[I1|]/g, 'l'],
  [/[0O]/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** The form in which account names that look alike are equal: compatibility forms, case and accents leave no trace. */
export function nameSkeleton(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return ALIKE.reduce((text, [pattern, drawn]) => text.replace(pattern, drawn), plain).toLowerCase()
}
