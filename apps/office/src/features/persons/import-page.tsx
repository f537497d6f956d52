import { personRoutes, type PersonImport } from '@consilium/contract/persons/persons.ts'
import { Alert, Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { notifyFailed } from '../../components/dialogs/notify.ts'
import { RequestError, useErrorText } from '../../components/dialogs/request-error.tsx'
import { SheetStart } from '../../components/upload/sheet-start.tsx'
import { call, saveFile } from '../../lib/requests/api.ts'
import type { Search } from '../../lib/search.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ImportRows } from './import-rows.tsx'
import { OrganizationField } from './organization-field.tsx'
import { personTexts } from './texts.ts'

const POLL_MS = 500

/** The import in the address, which is polled until it has ended. */
function useImport(importId: string | undefined) {
  return useQuery<PersonImport>({
    queryKey: [personRoutes.importProgress.path, importId],
    enabled: importId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
    queryFn: ({ signal }) =>
      call(personRoutes.importProgress, { params: { importId: Number(importId) }, signal }),
  })
}

function Start({ onStarted }: { onStarted: (importId: number) => void }) {
  const t = useTexts(personTexts)
  const { organization } = useSession()
  const [orgId, setOrgId] = useState<number | null>(null)
  const isManager = organization === null
  const send = async (file: File) => {
    const query = { async: 'true' as const, ...(orgId === null ? {} : { orgId }) }
    onStarted((await call(personRoutes.import, { query, file })).importId)
  }
  return (
    <Box maw={720}>
      <SheetStart
        steps={t('importSteps')}
        template={() => call(personRoutes.importTemplate, {})}
        send={send}
        isIncomplete={isManager && orgId === null}
      >
        {isManager && (
          <OrganizationField
            label={t('chooseOrganization')}
            kind="executor"
            value={orgId}
            onChange={setOrgId}
          />
        )}
      </SheetStart>
    </Box>
  )
}

function Result({ result, onAgain }: { result: PersonImport; onAgain: () => void }) {
  const t = useTexts(personTexts)
  const say = useErrorText()
  const { importId, status, done, total, succeeded, failed } = result
  const isRunning = status === 'running'
  const download = async () => {
    try {
      saveFile(await call(personRoutes.importFailures, { params: { importId } }), 'failed.xlsx')
    } catch (error) {
      notifyFailed(t('downloadFailed'), say(error))
    }
  }
  return (
    <Stack gap="md">
      <Stack gap="xs" role="status" aria-live="polite">
        <Text fw={600}>
          {isRunning ? t('progress', { done, total }) : t('result', { succeeded, failed })}
        </Text>
        {isRunning && (
          <Progress
            value={total === 0 ? 0 : (100 * done) / total}
            aria-label={t('progress', { done, total })}
          />
        )}
      </Stack>
      {status === 'interrupted' && <Alert color="yellow">{t('interrupted')}</Alert>}
      {!isRunning && (
        <>
          <Group>
            {failed > 0 && (
              <Button
                leftSection={<IconFileDownload size={16} aria-hidden />}
                variant="default"
                onClick={() => void download()}
              >
                {t('downloadFailed')}
              </Button>
            )}
            <Button onClick={onAgain}>{t('again')}</Button>
          </Group>
          <ImportRows key={importId} result={result} />
        </>
      )}
    </Stack>
  )
}

/** The address contains the import, so that it can be found again after leaving the page. */
export function Page() {
  const t = useTexts(personTexts)
  const navigate = useNavigate()
  const { importId }: Search = useSearch({ strict: false })
  const { data, error, refetch } = useImport(importId)
  const go = (search: Search) => void navigate({ to: '/persons/import', search: search })
  return (
    <>
      <PageHeader title={t('importTitle')} backTo="/persons" />
      {importId === undefined && <Start onStarted={(started) => go({ importId: String(started) })} />}
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {importId !== undefined && data && <Result result={data} onAgain={() => go({})} />}
    </>
  )
}
