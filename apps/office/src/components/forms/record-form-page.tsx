import type { Route } from '@consilium/contract/route.ts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callLoosely } from '../../lib/requests/api.ts'
import type { Search } from '../../lib/search.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useSession } from '../../lib/session/session.ts'
import { asLeft } from '../../lib/menu/visited.ts'
import { useTexts } from '../../lib/texts.ts'
import type { ObjectSchema, Values } from './form-values.ts'
import { notifyDone } from '../dialogs/notify.ts'
import { PageHeader } from '../page-header.tsx'
import { RecordForm } from './record-form.tsx'
import type { RecordOf } from '../../lib/record-of.ts'
import { RecordPage } from '../records/record-page.tsx'
import { frameTexts } from '../texts.ts'
import { useRecordForm } from './use-record-form.ts'

interface RecordFormPageProps<G extends Route> {
  get: G
  create: Route
  update: Route
  /** Name of the id in the address, the path and the body. */
  id: string
  /** Address of the list; the addresses of records are below it. */
  base: string
  createTitle: string
  editTitle: string
  /** Initial values of a new record; the address may add others, as in `/meetings/new?projectId=12`. */
  initial?: Values
  /** Values of inputs that are not fields of the record itself. */
  shown?: (record: RecordOf<G>) => Values
  title: (record: RecordOf<G>) => string
  /** What stands instead of the form for a record that is not changed here; null for all others. */
  instead?: (record: RecordOf<G>) => ReactNode
  /** Full width of the page, for a form with something beside its inputs. */
  wide?: boolean
  /** The inputs; the record is null while a new one is created. */
  children: (record: RecordOf<G> | null) => ReactNode
}

const schemaOf = (route: Route) => route.body as ObjectSchema

/** The frame of the pages that create and edit a record. */
export function RecordFormPage<G extends Route>(props: RecordFormPageProps<G>) {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const id = params[props.id]
  if (id === undefined)
    return (
      <>
        <PageHeader title={props.createTitle} backTo={props.base} />
        <CreateForm {...props} />
      </>
    )
  return (
    <RecordPage
      route={props.get}
      params={{ [props.id]: id }}
      title={() => props.editTitle}
      subtitle={props.title}
      backTo={props.base}
      trail={(record) => [{ label: props.title(record), to: `${props.base}/${id}` }]}
    >
      {(record) => props.instead?.(record) ?? <EditForm {...props} record={record} />}
    </RecordPage>
  )
}

/** Opens the record after it was saved. */
function useArrival(base: string, id: string): (record: Values) => void {
  const t = useTexts(frameTexts)
  const navigate = useNavigate()
  return (record) => {
    notifyDone(t('saved'))
    void navigate({ to: `${base}/${String(record[id])}` })
  }
}

/** Converts ids in the address to the numbers that the body needs. */
const fromAddress = (schema: ObjectSchema, search: Search): Values =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => name in schema.shape)
      .map(([name, value]) => [name, /^[1-9]\d*$/.test(value) ? Number(value) : value]),
  )

function CreateForm<G extends Route>(props: RecordFormPageProps<G>) {
  const { create, base, id, initial = {}, children, wide = false } = props
  const search: Search = useSearch({ strict: false })
  const { user } = useSession()
  const send = useLooseSend(create)
  const schema = schemaOf(create)
  const state = useRecordForm<Values, Values>({
    schema,
    initial: { ...initial, ...fromAddress(schema, search) },
    submit: async (body, headers) => (await send.mutateAsync({ body, headers })) as Values,
    onDone: useArrival(base, id),
  })
  return (
    <RecordForm state={state} cancelTo={asLeft(user.userId, base)} wide={wide}>
      {children(null)}
    </RecordForm>
  )
}

function EditForm<G extends Route>(props: RecordFormPageProps<G> & { record: RecordOf<G> }) {
  const { get, update, base, id, record, children, wide = false, shown = (each) => each as Values } = props
  const send = useLooseSend(update)
  const recordId = (record as Values)[id]
  const state = useRecordForm<Values, Values>({
    schema: schemaOf(update),
    initial: shown(record),
    always: [id, 'version'],
    submit: async (body) => (await send.mutateAsync({ body })) as Values,
    onDone: useArrival(base, id),
    reload: async () => shown(await callLoosely<RecordOf<G>>(get, { params: { [id]: recordId } })),
  })
  return (
    <RecordForm state={state} cancelTo={`${base}/${String(recordId)}`} wide={wide}>
      {children(record)}
    </RecordForm>
  )
}
