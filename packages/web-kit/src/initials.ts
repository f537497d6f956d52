/** The longest Chinese name of a person; what is longer names an organization or an office. */
const LONGEST_NAME = 4

/** The given name of a Chinese person; the first two characters of an organization and of any other name. */
export function initials(name: string): string {
  const signs = [...name]
  const isPerson = /\p{Script=Han}/u.test(name) && signs.length <= LONGEST_NAME
  return (isPerson ? signs.slice(-2) : signs.slice(0, 2)).join('').toUpperCase()
}
