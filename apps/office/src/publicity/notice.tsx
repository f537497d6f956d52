/** @jsxImportSource preact */
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { WARNING_CODE } from '@consilium/contract/errors.ts'
import type { ComponentChildren } from 'preact'
import type { Texts } from './texts.ts'

export type Tone = 'good' | 'warning' | 'bad' | 'plain'

const SYMBOLS: Readonly<Record<Tone, string>> = {
  good: 'M4 10.5l4 4 8-9',
  warning: 'M10 4v7.5M10 15v.6',
  bad: 'M5 5l10 10M15 5L5 15',
  plain: 'M10 8.5V16M10 4.4V5',
}

interface NoticeProps {
  tone: Tone
  title: string
  /** Announced by screen readers when the page is shown. */
  role?: 'status' | 'alert'
  id?: string
  level?: 2 | 3
  children?: ComponentChildren
}

/** One result, shown by color, symbol and words alike. */
export function Notice({ tone, title, role, id, level = 2, children }: NoticeProps) {
  const Heading: 'h2' | 'h3' = `h${level}`
  return (
    <section class={`notice ${tone}`} id={id} role={role} tabIndex={id ? -1 : undefined}>
      <svg class="symbol" viewBox="0 0 20 20" aria-hidden="true">
        <path d={SYMBOLS[tone]} />
      </svg>
      <div>
        <Heading>{title}</Heading>
        {children}
      </div>
    </section>
  )
}

/** A refusal in the words of the catalogue: a warning as such, others with the request id. */
export function RefusalNotice({ refusal, texts }: { refusal: ErrorAnswer; texts: Texts }) {
  const warning = refusal.code === WARNING_CODE
  return (
    <Notice tone={warning ? 'warning' : 'bad'} title={refusal.msg} role="alert" level={3}>
      {warning || refusal.details ? null : <RequestNumber refusal={refusal} texts={texts} />}
    </Notice>
  )
}

export const RequestNumber = ({ refusal, texts }: { refusal: ErrorAnswer; texts: Texts }) => (
  <p class="small">
    {texts.requestId} <code>{refusal.requestId}</code>
  </p>
)
