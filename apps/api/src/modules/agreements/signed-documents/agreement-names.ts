import { CONTRACT_TITLE as TITLE } from '@consilium/contract/agreements/contract-text.ts'
import { onOneLine } from '../templates/placeholders.ts'
import type { AgreementRecord } from '../repository.ts'

export { agreementNumber, CONTRACT_TITLE as TITLE } from '@consilium/contract/agreements/contract-text.ts'

type Named = Pick<AgreementRecord, 'name' | 'attendeeId'>

/** Replaces characters that file systems and shells treat specially. */
const fileStem = ({ name, attendeeId }: Named) =>
  `${TITLE}-${onOneLine(name).replace(/[\\/:*?"<>|]/g, '_')}-${attendeeId}`

/** `劳务协议-王堃-731.pdf` */
export const agreementFileName = (agreement: Named) => `${fileStem(agreement)}.pdf`

/** `劳务协议-王堃-731-脱敏副本.pdf` */
export const redactedFileName = (agreement: Named) => `${fileStem(agreement)}-脱敏副本.pdf`

/** `劳务协议-王堃-731-已失效-12.pdf` */
export const supersededFileName = (agreement: Named, historyId: number) =>
  `${fileStem(agreement)}-已失效-${historyId}.pdf`
