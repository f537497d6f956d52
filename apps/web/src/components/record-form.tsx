import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { useTexts } from '../lib/texts.ts'
import { LinkButton } from './links.tsx'
import { RequestError } from './request-error.tsx'
import { staleTexts } from './stale-texts.ts'
import { frameTexts } from './texts.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import type { RecordForm as State } from './use-record-form.ts'

const FormContext = createContext<State | null>(null)

/** Returns the form that an input belongs to. */
export function useFormAround(): State {
  const state = use(FormContext)
  if (!state) throw new Error('An input of a record stands outside its form')
  return state
}

interface RecordFormProps {
  state: State
  /** Address of the Cancel button. */
  cancelTo?: string
  saveLabel?: string
  /** Title of an error, if "the request failed" is too general. */
  failureTitle?: string
  /** Without a frame, for a dialog or a page with its own. */
  plain?: boolean
  /** Full width of the page. */
  wide?: boolean
  /** Leaving the form causes no warning, as on the login page. */
  unguarded?: boolean
  /** True while something that belongs to the form is still loading, such as a file. */
  isWaiting?: boolean
  children: ReactNode
}

/** The frame of every form: inputs, errors, buttons and the warning about unsaved changes. */
export function RecordForm({
  state,
  cancelTo,
  saveLabel,
  failureTitle,
  plain = false,
  wide = false,
  unguarded = false,
  isWaiting = false,
  children,
}: RecordFormProps) {
  const t = useTexts(frameTexts)
  const stale = useTexts(staleTexts)
  const body = (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        state.submit()
      }}
    >
      <Stack gap="md">
        {state.failure !== null && (
          <InSight>
            {state.isStale ? (
              <Stale state={state} />
            ) : (
              <RequestError error={state.failure} title={failureTitle} />
            )}
          </InSight>
        )}
        {state.hasNewest && state.failure === null && (
          <Alert color="blue" role="status">
            {stale('loadedNewest')}
          </Alert>
        )}
        {children}
        <Group justify="flex-end" gap="sm">
          {cancelTo !== undefined && (
            <LinkButton to={cancelTo} variant="default">
              {t('cancel')}
            </LinkButton>
          )}
          <Button type="submit" loading={state.isSending} disabled={isWaiting}>
            {saveLabel ?? t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
  return (
    <FormContext value={state}>
      {plain ? (
        body
      ) : (
        <Paper withBorder p="md" radius="md" maw={wide ? undefined : 880}>
          {body}
        </Paper>
      )}
      {!unguarded && <UnsavedGuard isDirty={state.isDirty} />}
    </FormContext>
  )
}

/** Scrolls to the message at the top of the form, which is out of sight for somebody who saves at its end. */
function InSight({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={ref}>{children}</div>
}

function Stale({ state }: { state: State }) {
  const t = useTexts(staleTexts)
  return (
    <Alert color="yellow" role="alert" title={t('stale')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('staleHint')}</Text>
        <Button variant="default" onClick={state.loadNewest}>
          {t('loadNewest')}
        </Button>
      </Stack>
    </Alert>
  )
}
