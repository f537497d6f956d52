import { FILE_NAME_MAX } from '@consilium/contract/files/files.ts'

const UNNAMED = 'file'
const FOLDERS = /^.*[/\\]/s
/** Control characters and invisible marks; some reverse the reading direction and can hide a file extension. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const ENDING = /\.[a-z][a-z0-9]{0,9}$/i
/** Other common extensions of the same types. */
const ALSO: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', tiff: 'tif' }

function withoutEnding(name: string): { stem: string; ending: string } {
  const ending = ENDING.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

/** Whether operating systems that go by the extension recognize the file's true type. */
function isOf(ending: string, extension: string): boolean {
  const given = ending.slice(1).toLowerCase()
  return given === extension || ALSO[given] === extension
}

/**
 * Makes a name given by a user safe to store and send: no folders, no invisible characters, at most FILE_NAME_MAX,
 * and the extension of the true type, so that a picture called `x.html` becomes `x.png`.
 */
export function presentableName(given: string, extension: string): string {
  const name = given.toWellFormed().replace(INVISIBLE, '').replace(FOLDERS, '').trim() || UNNAMED
  const { stem, ending } = withoutEnding(name)
  const right = isOf(ending, extension) ? ending : `.${extension}`
  const letters = [...(stem || UNNAMED)].slice(0, FILE_NAME_MAX - right.length)
  return letters.join('') + right
}
