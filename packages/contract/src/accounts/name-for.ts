import type { Language } from '../errors.ts'

/** A person, and the absent ones in whose place it acted: "A for B". */
export function nameFor(language: Language, name: string, forNames: readonly string[]): string {
  if (forNames.length === 0) return name
  return language === 'en' ? `${name} (for ${forNames.join(', ')})` : `${name}（代${forNames.join('、')}）`
}
