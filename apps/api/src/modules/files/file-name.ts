import { FILE_NAME_MAX } from '@consilium/contract/files.ts'

const UNNAMED = 'file'
const FOLDERS = /^.*[/\\]/s
/** Control characters, and marks that are not seen: some turn the reading direction and so hide an ending. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const ENDING = /\.[a-z][a-z0-9]{0,9}$/i
/** Other endings that people give the same kind of file. */
const ALSO: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif' }

function withoutEnding(name: string): { stem: string; ending: string } {
  const ending = ENDING.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

/** Whether systems that go by a file's ending take it for what it is. */
function isOf(ending: string, extension: string): boolean {
  const given = ending.slice(1).toLowerCase()
  return given === extension || ALSO[given] === extension
}

/**
 * A name as users gave it, made fit to be stored and sent: no folders, nothing invisible, at most FILE_NAME_MAX, and
 * with the ending of what the file is: a picture called `x.html` is `x.png`.
 */
export function presentableName(given: string, extension: string): string {
  const name = given.toWellFormed().replace(INVISIBLE, '').replace(FOLDERS, '').trim() || UNNAMED
  const { stem, ending } = withoutEnding(name)
  const right = isOf(ending, extension) ? ending : `.${extension}`
  const letters = [...(stem || UNNAMED)].slice(0, FILE_NAME_MAX - right.length)
  return letters.join('') + right
}
