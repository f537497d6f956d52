import { onOneLine } from './placeholders.ts'
import type { AgreementRecord } from './repository.ts'

export const TITLE = '劳务协议'
const NUMBER_DIGITS = 8

/** `LA-00000731`. The number of an attendee's agreement never changes. */
export const agreementNumber = (attendeeId: number) => `LA-${String(attendeeId).padStart(NUMBER_DIGITS, '0')}`

type Named = Pick<AgreementRecord, 'name' | 'attendeeId'>

/** Replaces characters that file systems and shells treat specially. */
const fileStem = ({ name, attendeeId }: Named) =>
  `${TITLE}-${onOneLine(name).replace(/[\\/:*?"<>|]/g, '_')}-${attendeeId}`

/** `劳务协议-王堃-731.pdf` */
export const agreementFileName = (agreement: Named) => `${fileStem(agreement)}.pdf`

/** `劳务协议-王堃-731-已失效-12.pdf` */
export const supersededFileName = (agreement: Named, historyId: number) =>
  `${fileStem(agreement)}-已失效-${historyId}.pdf`
