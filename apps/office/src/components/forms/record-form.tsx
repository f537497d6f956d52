import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../links.tsx'
import { mayComeBack, RequestError } from '../dialogs/request-error.tsx'
import { onDemand } from '../on-demand.tsx'
import { useSlow } from '../slow-note.tsx'
import { staleTexts } from '@consilium/web-kit/words/stale-texts.ts'
import { frameTexts } from '../texts.ts'
import { UnsavedGuard } from './unsaved/unsaved-guard.tsx'
import classes from './record-form.module.css'
import { useChangedBy } from './unsaved/use-changed-by.ts'
import type { RecordForm as State, Theirs } from './use-record-form.ts'

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
  const isSlow = useSlow(state.isSending)
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
            {state.theirs ? (
              <Stale state={state} theirs={state.theirs} />
            ) : (
              <RequestError
                error={state.failure}
                title={failureTitle}
                {...(mayComeBack(state.failure) ? { onRetry: state.submit } : {})}
              />
            )}
          </InSight>
        )}
        {state.hasNewest && state.failure === null && (
          <Alert color="blue" role="status">
            {stale('loadedNewest')}
          </Alert>
        )}
        {children}
        {isSlow && (
          <Text size="sm" role="status">
            {t('slowToSave')}
          </Text>
        )}
        <Group justify="flex-end" gap="sm" className={plain ? classes.saveOfDialog : classes.save}>
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

const StaleDialog = onDemand(() => import('./unsaved/stale-dialog.tsx'))

/** What both have changed is asked for; anything else is taken over by one click. */
function Stale({ state, theirs }: { state: State; theirs: Theirs }) {
  const t = useTexts(staleTexts)
  const said = useChangedBy(state, theirs)
  const hasConflicts = theirs.conflicts.length > 0
  const [isAsking, setAsking] = useState(hasConflicts)
  return (
    <Alert color="yellow" role="alert" title={t('stale')}>
      <Stack gap="xs" align="flex-start">
        {said !== '' && <Text size="sm">{said}</Text>}
        {!hasConflicts && <Text size="sm">{t('staleHint')}</Text>}
        <Button variant="default" onClick={() => (hasConflicts ? setAsking(true) : state.loadNewest())}>
          {t(hasConflicts ? 'bothChanged' : 'loadNewest')}
        </Button>
      </Stack>
      {isAsking && <StaleDialog state={state} theirs={theirs} onClose={() => setAsking(false)} />}
    </Alert>
  )
}
