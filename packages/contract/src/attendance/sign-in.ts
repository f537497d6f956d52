import { z } from 'zod'
import * as f from '../fields.ts'
import { ROOM_ERRORS } from '../caps/limit-errors.ts'
import { CodeSent, smsCode } from '../login/verification.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { MarkKind } from './presence.ts'
import { SIGN_IN_PATHS } from './sign-in-paths.ts'

/** A code on the screen is replaced after so many seconds; the two before it are still taken. */
export const CODE_STEP_SECONDS = 30
export const CODE_STEPS_BACK = 2
/** Characters of a code: base32 without padding (RFC 4648, section 6). */
export const CODE_LENGTH = 10
export const TICKET_MINUTES = 10
/** Largest drawn signature, as a data URL: bodies of public routes have at most 64 KiB. */
const DRAWN_MAX = 60_000
const DEVICE_MAX = 64
const ACCURACY_MAX = 100_000

export const SIGNATURE_MODES = ['required', 'optional', 'off'] as const
export const SIGNATURE_MODE_LABELS = {
  required: { 'zh-CN': '必须手写签名', en: 'Required' },
  optional: { 'zh-CN': '可选', en: 'Optional' },
  off: { 'zh-CN': '不需要', en: 'Off' },
} as const
export const SignatureMode = choice(SIGNATURE_MODES, SIGNATURE_MODE_LABELS)
export type SignatureMode = z.infer<typeof SignatureMode>

export const latitude = z.number().min(-90).max(90).meta({ description: 'Degrees, WGS 84', example: 39.9042 })
export const longitude = z
  .number()
  .min(-180)
  .max(180)
  .meta({ description: 'Degrees, WGS 84', example: 116.4074 })

const signInCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(new RegExp(`^[A-Z2-7]{${CODE_LENGTH}}$`), said('签到码无效', 'Not a valid code'))
  .meta({ description: 'From the address that the screen shows', example: 'MZXW6YTBOI' })

/** What the screen at the door shows. It names nobody. */
export const SignInScreen = z
  .object({
    meetingName: z.string(),
    scheduleStartTime: z.string(),
    scheduleEndTime: z.string(),
    scheduleLocation: z.string().nullable(),
    url: z.string().meta({ description: 'Address that the QR code holds' }),
    path: z.string().meta({ description: 'The QR code as the path of an SVG picture' }),
    size: z.int().meta({ description: 'Width and height of that picture' }),
    seconds: z.int().meta({ description: 'Until the next code is shown' }),
    isOpen: z.boolean().meta({ description: 'Whether it is time to sign in' }),
    inCount: z.int().meta({ description: 'How many have signed in' }),
    endsTime: z.string().meta({ description: 'When this screen ends' }),
  })
  .meta({ id: 'SignInScreen' })
export type SignInScreen = z.infer<typeof SignInScreen>

/** What somebody who has scanned the code is told. */
export const SignInTicket = z
  .object({
    meetingName: z.string(),
    scheduleStartTime: z.string(),
    scheduleEndTime: z.string(),
    scheduleLocation: z.string().nullable(),
    signature: SignatureMode.meta({ description: 'Whether a signature is drawn' }),
    asksPosition: z.boolean().meta({ description: 'Whether the place is known, so that a position helps' }),
    seconds: z.int().meta({ description: 'How long the ticket is good' }),
    name: z.string().nullable().meta({
      description: 'Masked name of who is logged in or has shown the code of their phone; null until then',
    }),
    isNew: z.boolean().meta({ description: 'The phone has no account yet, so that a name is asked for' }),
    isIn: z.boolean().meta({ description: 'The person is signed in, so that the next step is to sign out' }),
  })
  .meta({ id: 'SignInTicket' })
export type SignInTicket = z.infer<typeof SignInTicket>

export const SignInReceipt = z
  .object({
    kind: MarkKind,
    name: z.string().meta({ description: 'Masked name' }),
    time: z.string(),
    minutes: z.int().nullable(),
    isRepeated: z.boolean().meta({ description: 'The person was signed in, or out, already' }),
  })
  .meta({ id: 'SignInReceipt' })
export type SignInReceipt = z.infer<typeof SignInReceipt>

export const SignInMark = z.strictObject({
  kind: MarkKind,
  name: f.visibleName.optional().meta({ description: 'Required if the phone has no account yet' }),
  handsign: z.string().max(DRAWN_MAX).optional().meta({ description: 'PNG picture as a data URL' }),
  position: z
    .strictObject({
      latitude,
      longitude,
      accuracy: z.number().min(0).max(ACCURACY_MAX).meta({ description: 'Metres' }),
    })
    .optional()
    .meta({ description: 'Only the metres from the place are kept' }),
  device: z
    .string()
    .regex(/^[\w-]+$/, said('设备标识无效', 'Not a valid device key'))
    .max(DEVICE_MAX)
    .optional()
    .meta({
      description: 'A random key that the browser keeps',
      example: '8f14e45fceea167a5a36dedd4bea2543',
    }),
})
export type SignInMark = z.output<typeof SignInMark>

const tag = 'Sign-in'
const TICKET_ERRORS = ['SIGN_IN_TICKET_EXPIRED', 'SIGN_IN_TICKET_TAKEN'] as const

/** Pages that need no login: the screen at the door, and the phone of who scans it. */
export const signInRoutes = {
  screen: {
    method: 'GET',
    path: SIGN_IN_PATHS.screen,
    access: 'public',
    rateLimit: 'door',
    tag,
    summary: 'What the screen at the door shows now, by the token in its address',
    params: z.object({
      token: z.string().min(1).max(DEVICE_MAX).meta({ description: 'From the address of the screen' }),
    }),
    answer: data(SignInScreen),
    errors: ['SCREEN_ENDED'],
  },
  open: {
    method: 'POST',
    path: SIGN_IN_PATHS.open,
    access: 'public',
    keyless: 'session',
    rateLimit: 'door',
    tag,
    summary: `Trade a code from the screen for a ticket, a cookie that is good for ${TICKET_MINUTES} minutes and one person`,
    body: z.strictObject({ code: signInCode }),
    answer: data(SignInTicket),
    errors: ['SIGN_IN_CODE_EXPIRED'],
  },
  sendCode: {
    method: 'POST',
    path: SIGN_IN_PATHS.sendCode,
    access: 'public',
    keyless: 'code',
    rateLimit: 'door',
    tag,
    summary: 'Send a code to a phone, for this meeting and this ticket only',
    body: z.strictObject({ phone: f.phone }),
    answer: data(CodeSent),
    errors: [...TICKET_ERRORS, 'SMS_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  identify: {
    method: 'POST',
    path: SIGN_IN_PATHS.identify,
    access: 'public',
    keyless: 'session',
    rateLimit: 'door',
    tag,
    summary: 'Show the code of a phone; the ticket belongs to that phone from then on',
    body: z.strictObject({ phone: f.phone, smsCode }),
    answer: data(SignInTicket),
    errors: [...TICKET_ERRORS, 'SMS_CODE_WRONG'],
  },
  mark: {
    method: 'POST',
    path: SIGN_IN_PATHS.mark,
    access: 'public',
    creates: true,
    keyless: 'session',
    rateLimit: 'door',
    tag,
    summary: 'Sign in or out with a ticket; whoever was not invited becomes an attendee whose fee is open',
    body: SignInMark,
    answer: data(SignInReceipt),
    errors: [
      ...TICKET_ERRORS,
      ...ROOM_ERRORS,
      'NOT_IN_WINDOW',
      'SIGN_IN_TIME_MISSING',
      'SIGN_IN_PHONE_MISSING',
      'SIGN_IN_NAME_MISSING',
      'SIGN_IN_SIGNATURE_MISSING',
      'SIGNATURE_NOT_IMAGE',
      'SIGNATURE_TOO_LARGE',
      'SIGNATURE_EMPTY',
      'EXECUTOR_NOT_CHOSEN',
      'EXPERT_ARCHIVED',
      'EXPERT_DISABLED',
      'EXPERT_REJECTED',
      'PHONE_NOT_EXPERT',
      'MEETING_CLOSED',
      'FEE_RULE_MISSING',
      'GLYPH_MISSING',
    ],
  },
} as const satisfies RouteTable
