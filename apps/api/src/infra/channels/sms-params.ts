import type { Outgoing } from './channel.ts'

/** How long a provider of SMS may take before the next one is asked. */
export const SMS_TIMEOUT_MS = 5000

/** Characters of a value that every provider takes. */
export const SMS_PARAM_MAX = 35

/** What providers of SMS take as values of a template. */
export interface ParamRules {
  /** Characters of one value. */
  paramMax: number
  /** Characters of the whole text, with which a long message is still one. */
  textMax: number
}

/** Characters of one text message, and of each part of a longer one, as providers of the mainland count and charge. */
const SMS_WHOLE_MAX = 70
const SMS_PART_MAX = 67

/** How many messages a provider charges for a text with the name of its sender in brackets before it. */
export function smsUnits(text: string, sender = ''): number {
  const { length } = sender === '' ? text : `【${sender}】${text}`
  return length <= SMS_WHOLE_MAX ? 1 : Math.ceil(length / SMS_PART_MAX)
}

/**
 * What phones turn into something to tap, or what looks like it: addresses, mail addresses, long numbers. Providers refuse
 * them in values, since a template is approved with its fixed text only.
 */
const TAPPED = /:\/\/|www\.|[\p{L}\d-]\.[a-z]{2}|@|\d{9}/iu
/** Control characters and line breaks, private use, and what is outside of the basic plane, such as emoji. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\u{10000}-\u{10FFFF}]/u
/** These brackets enclose the name of the sender, which nobody else may choose. */
const SENDER_BRACKETS = /[【】]/

/** What a name loses, run by run. */
const LEFT_OUT = /[\p{C}\p{Zl}\p{Zp}\u{10000}-\u{10FFFF}【】\s]+/gu

/** Which value a provider would refuse; null: none. */
export function invalidParam(
  { params, text }: Pick<Outgoing, 'params' | 'text'>,
  { paramMax, textMax }: ParamRules,
): string | null {
  for (const [name, value] of Object.entries(params)) {
    const plain = value.normalize('NFKC')
    if (value.length === 0 || [...value].length > paramMax) return name
    if (UNPRINTABLE.test(value) || SENDER_BRACKETS.test(value) || TAPPED.test(plain)) return name
  }
  return [...text].length > textMax ? 'text' : null
}

/** Whether providers take this in the fixed text of a message. */
export const mayStandInText = (text: string): boolean =>
  !UNPRINTABLE.test(text) && !SENDER_BRACKETS.test(text) && !TAPPED.test(text.normalize('NFKC'))

const ELLIPSIS = '…'

/**
 * A name that people chose, as a value of a template: without what cannot be printed, not longer than a value may be, and
 * replaced by `fallback` where it would show an address or a number.
 */
export function paramFrom(name: string, fallback: string): string {
  const shown = name.replaceAll(LEFT_OUT, ' ').trim()
  if (shown === '' || TAPPED.test(shown.normalize('NFKC'))) return fallback
  const characters = [...shown]
  return characters.length <= SMS_PARAM_MAX
    ? shown
    : characters.slice(0, SMS_PARAM_MAX - 1).join('') + ELLIPSIS
}
