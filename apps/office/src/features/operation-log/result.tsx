import type { OperationLog } from '@consilium/contract/operation-log/operation-log.ts'
import { Badge } from '@mantine/core'
import { onDemand } from '../../components/on-demand.tsx'
import { useTexts } from '../../lib/texts.ts'
import { hasSucceeded } from './outcome.ts'
import { operationLogTexts } from './texts.ts'

/** The messages of all errors weigh 13 KB, and most entries have none. */
const Failure = onDemand(() => import('./failure.tsx'), null)

/** Says how an operation ended. */
export function Result({ entry }: { entry: OperationLog }) {
  const t = useTexts(operationLogTexts)
  if (!hasSucceeded(entry)) return <Failure entry={entry} />
  return (
    <Badge variant="light" color="teal" title={String(entry.httpStatus)}>
      {t('succeeded')}
    </Badge>
  )
}
