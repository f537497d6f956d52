import { bankBranchRoutes, type BankBranchImport } from '@consilium/contract/bank-branches/bank-branches.ts'
import { Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import table from '../../components/table.module.css'
import { SheetStart } from '../../components/upload/sheet-start.tsx'
import { orNothing } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { bankBranchTexts } from './texts.ts'

const POLL_MS = 700
const PERCENT = 100

/** The import in the address, which is read again until it has ended. */
const useImport = (importId: string | undefined) =>
  useQuery<BankBranchImport>({
    queryKey: [bankBranchRoutes.importProgress.path, importId],
    enabled: importId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
    queryFn: ({ signal }) =>
      call(bankBranchRoutes.importProgress, { params: { importId: Number(importId) }, signal }),
  })

function LeftOut({ result: { rows, refused } }: { result: BankBranchImport }) {
  const t = useTexts(bankBranchTexts)
  if (rows.length === 0) return null
  return (
    <>
      <div className={table.scroll} tabIndex={0} role="region" aria-label={t('leftOut')}>
        <table className={table.table} aria-label={t('leftOut')}>
          <thead>
            <tr>
              <th scope="col">{t('rowNumber')}</th>
              <th scope="col">{t('code')}</th>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.rowNumber}>
                <td>{row.rowNumber}</td>
                <td>{orNothing(row.code)}</td>
                <td>{orNothing(row.name)}</td>
                <td>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {refused > rows.length && <Text size="sm">{t('shownRows', { count: rows.length })}</Text>}
    </>
  )
}

function Result({ result, onAgain }: { result: BankBranchImport; onAgain: () => void }) {
  const t = useTexts(bankBranchTexts)
  const { state, fileName: file, done, total, created, updated, unchanged, refused } = result
  const said =
    state === 'running'
      ? t('progress', { done, total })
      : t('result', { file, created, updated, unchanged, refused })
  return (
    <Stack gap="md" maw={860}>
      <Stack gap="xs" role="status">
        <Text fw={600}>{said}</Text>
        {state === 'running' && <Progress value={(PERCENT * done) / total} aria-label={said} />}
      </Stack>
      {state === 'done' && (
        <Group>
          <LinkButton to="/bank-branches">{t('toList')}</LinkButton>
          <Button variant="default" onClick={onAgain}>
            {t('again')}
          </Button>
        </Group>
      )}
      <LeftOut result={result} />
    </Stack>
  )
}

/** Imports a directory. The address names the import, so that it is found again after leaving the page. */
export function Page() {
  const t = useTexts(bankBranchTexts)
  const navigate = useNavigate()
  const { importId }: Search = useSearch({ strict: false })
  const { data, error, refetch } = useImport(importId)
  const client = useQueryClient()
  const isDone = data?.state === 'done'
  useEffect(() => {
    if (isDone) void refresh(client)
  }, [client, isDone])
  const go = (search: Search) => void navigate({ to: '/bank-branches/import', search })
  const send = async (file: File) =>
    go({ importId: String((await call(bankBranchRoutes.import, { file })).importId) })
  return (
    <>
      <PageHeader title={t('import')} backTo="/bank-branches" />
      {importId === undefined && (
        <Box maw={720}>
          <SheetStart
            steps={t('importSteps')}
            template={() => call(bankBranchRoutes.importTemplate, {})}
            send={send}
          />
        </Box>
      )}
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {importId !== undefined && data && <Result result={data} onAgain={() => go({})} />}
    </>
  )
}
