import { operationLogRoutes } from '@consilium/contract/operation-log.ts'
import { Code } from '@mantine/core'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Result } from './result.tsx'
import { Target } from './target.tsx'
import { operationLogTexts } from './texts.ts'

export function Page() {
  const t = useTexts(operationLogTexts)
  return (
    <>
      <PageHeader title={t('title')} />
      <List
        name="operation-log"
        title={t('title')}
        route={operationLogRoutes.list}
        exportRoute={operationLogRoutes.export}
        emptyHint={t('emptyHint')}
        rowId={({ operId }) => operId}
        rowTitle={({ summary }) => summary}
        filters={[
          { kind: 'text', name: 'operation', label: t('operation') },
          { kind: 'text', name: 'userName', label: t('userName') },
          { kind: 'text', name: 'requestId', label: t('requestId') },
          { kind: 'text', name: 'error', label: t('error') },
          { kind: 'range', of: 'Time', label: t('operTime'), unit: 'time' },
        ]}
        columns={[
          {
            key: 'operTime',
            label: t('operTime'),
            sort: 'operTime',
            unbroken: true,
            render: (row) => row.operTime,
          },
          { key: 'summary', label: t('summary'), render: (row) => row.summary },
          {
            key: 'operation',
            label: t('operation'),
            sort: 'operation',
            optional: true,
            render: (row) => <Code>{row.operation}</Code>,
          },
          { key: 'userName', label: t('userName'), render: (row) => orNothing(row.userName) },
          { key: 'target', label: t('target'), render: (row) => <Target entry={row} /> },
          {
            key: 'result',
            label: t('result'),
            card: 'badge',
            render: (row) => <Result entry={row} />,
          },
          { key: 'ip', label: t('ip'), unbroken: true, render: (row) => orNothing(row.ip) },
          {
            key: 'requestId',
            label: t('requestId'),
            optional: true,
            render: (row) => <Code>{row.requestId}</Code>,
          },
        ]}
      />
    </>
  )
}
