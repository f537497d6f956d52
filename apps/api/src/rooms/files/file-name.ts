import { FILE_NAME_MAX } from '@consilium/contract/files.ts'

const UNNAMED = 'file'
const FOLDERS = /^.*[/\\]/s
// Control characters, and those that turn the reading direction and so can hide an ending.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const ENDING = /\.[^.]{1,10}$/u

/** A name as users gave it, made fit to be stored and sent: no folders, nothing invisible, at most FILE_NAME_MAX. */
export function presentableName(given: string): string {
  const name = given.toWellFormed().replace(INVISIBLE, '').replace(FOLDERS, '').trim() || UNNAMED
  const letters = [...name]
  if (letters.length <= FILE_NAME_MAX) return name
  const ending = [...(ENDING.exec(name)?.[0] ?? '')]
  return [...letters.slice(0, FILE_NAME_MAX - ending.length), ...ending].join('')
}
