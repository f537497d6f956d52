import { errorCatalogue, type ErrorName } from '@consilium/contract/errors.ts'
import type { OperationLog } from '@consilium/contract/operation-log/operation-log.ts'
import { Badge } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { operationLogTexts } from './texts.ts'

/** The log keeps the name of an error and not the values in its message. */
const PLACEHOLDER = /\{\w+\}/g
const PART_END = /[，；,;]/

/** "Too many wrong passwords" rather than "…; try again in … minutes": what comes before the first part with a value. */
function shortened(message: string): string {
  const [before = ''] = message.split(PLACEHOLDER)
  const ends = before.split('').findLastIndex((sign) => PART_END.test(sign))
  return ends > 0 && before !== message ? before.slice(0, ends) : message.replaceAll(PLACEHOLDER, '…')
}

/** Width of a refusal in pixels; a longer one has several lines. */
const WIDTH_MAX = 260

const isError = (name: string): name is ErrorName => Object.hasOwn(errorCatalogue, name)

/** Says why an operation failed; its title has the status and the name of the error, by which the list is filtered. */
export default function Failure({ entry }: { entry: OperationLog }) {
  const { httpStatus, error } = entry
  const t = useTexts(operationLogTexts)
  const language = useLanguage()
  // An entry of an older version may have an error that the catalogue no longer knows.
  const words =
    error !== null && isError(error)
      ? shortened(errorCatalogue[error][language === 'en' ? 'en' : 'zh'])
      : (error ?? t('failed'))
  return (
    <Badge
      variant="light"
      color="red"
      title={[httpStatus, error].filter(Boolean).join(' ')}
      h="auto"
      miw={0}
      maw={WIDTH_MAX}
      tt="none"
      styles={{ label: { whiteSpace: 'normal' } }}
    >
      {words}
    </Badge>
  )
}
