import { operationLogRoutes } from '@consilium/contract/operation-log/operation-log.ts'
import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { List } from '../../components/list/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import type { Option } from '../../lib/dictionary.ts'
import { orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import type { Search } from '../../lib/search.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { Result } from './result.tsx'
import { Target, useWords } from './target.tsx'
import { operationLogTexts } from './texts.ts'

function useOperations(): readonly Option[] {
  const language = useLanguage()
  const { data = [] } = useQuery({
    queryKey: [operationLogRoutes.operations.path, language],
    queryFn: ({ signal }) => call(operationLogRoutes.operations, { signal }),
    staleTime: Infinity,
  })
  return data
}

export function Page() {
  const t = useTexts(operationLogTexts)
  const wordsOf = useWords()
  const { target }: Search = useSearch({ strict: false })
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
          { kind: 'select', name: 'operation', label: t('summary'), options: useOperations() },
          { kind: 'text', name: 'userName', label: t('userName') },
          ...(target === undefined
            ? []
            : [
                {
                  kind: 'select' as const,
                  name: 'target',
                  label: t('target'),
                  options: [{ value: target, label: wordsOf(target) }],
                },
              ]),
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
