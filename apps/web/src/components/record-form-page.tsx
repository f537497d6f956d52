import type { Route } from '@consilium/contract/route.ts'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callLoosely } from '../lib/api.ts'
import type { Search } from '../lib/search.ts'
import { useLooseSend } from '../lib/send.ts'
import { useTexts } from '../lib/texts.ts'
import type { ObjectSchema, Values } from './form-values.ts'
import { tellDone } from './notify.ts'
import { PageHeader } from './page-header.tsx'
import { RecordForm } from './record-form.tsx'
import type { RecordOf } from '../lib/record-of.ts'
import { RecordPage } from './record-page.tsx'
import { frameTexts } from './texts.ts'
import { useRecordForm } from './use-record-form.ts'

interface RecordFormPageProps<G extends Route> {
  get: G
  create: Route
  update: Route
  /** Name of the id, in the address, the path and the body. */
  id: string
  /** Address of the list; a record stands below it. */
  base: string
  createTitle: string
  editTitle: string
  /** What a new record starts with; the address may say more, as in `/meetings/new?projectId=12`. */
  initial?: Values
  /** What inputs show of a record, where that is more than its own fields. */
  shown?: (record: RecordOf<G>) => Values
  title: (record: RecordOf<G>) => string
  /** As wide as the page, for a form that shows something beside its inputs. */
  wide?: boolean
  /** The inputs; without a record where one is made. */
  children: (record: RecordOf<G> | null) => ReactNode
}

const schemaOf = (route: Route) => route.body as ObjectSchema

/** The frame of the two pages that make and change a record. */
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
      backTo={`${props.base}/${id}`}
    >
      {(record) => <EditForm {...props} record={record} />}
    </RecordPage>
  )
}

/** Opens the record after it was saved. */
function useArrival(base: string, id: string): (record: Values) => void {
  const t = useTexts(frameTexts)
  const navigate = useNavigate()
  return (record) => {
    tellDone(t('saved'))
    void navigate({ to: `${base}/${String(record[id])}` })
  }
}

/** Ids in the address are numbers in a body. */
const fromAddress = (schema: ObjectSchema, search: Search): Values =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => name in schema.shape)
      .map(([name, value]) => [name, /^[1-9]\d*$/.test(value) ? Number(value) : value]),
  )

function CreateForm<G extends Route>(props: RecordFormPageProps<G>) {
  const { create, base, id, initial = {}, children, wide = false } = props
  const search: Search = useSearch({ strict: false })
  const send = useLooseSend(create)
  const schema = schemaOf(create)
  const state = useRecordForm<Values, Values>({
    schema,
    initial: { ...initial, ...fromAddress(schema, search) },
    submit: async (body, headers) => (await send.mutateAsync({ body, headers })).data as Values,
    onDone: useArrival(base, id),
  })
  return (
    <RecordForm state={state} cancelTo={base} wide={wide}>
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
    submit: async (body) => (await send.mutateAsync({ body })).data as Values,
    onDone: useArrival(base, id),
    reload: async () => shown((await callLoosely(get, { params: { [id]: recordId } })).data as RecordOf<G>),
  })
  return (
    <RecordForm state={state} cancelTo={`${base}/${String(recordId)}`} wide={wide}>
      {children(record)}
    </RecordForm>
  )
}
