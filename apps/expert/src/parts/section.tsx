import { yuan } from '@consilium/web-kit/format.ts'
import type { ComponentChildren } from 'preact'

interface SectionProps {
  title: string
  /** Where links lead to it. */
  id?: string
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** A part of a page with its own heading. */
export const Section = ({ title, id, actions, children }: SectionProps) => (
  <section id={id} class="card" aria-label={title}>
    <div class="head">
      <h2>{title}</h2>
      {actions}
    </div>
    {children}
  </section>
)

/** Latin letters in half the width of a phone; a Chinese character is as wide as two. A longer text has the whole width there. */
const SHORT_TEXT = 16
/** A longer text has the whole width on every screen. */
const MEDIUM_TEXT = 20
const widthOf = (text: string) => text.length + (text.match(/[^\u0000-\u2fff]/g)?.length ?? 0)
function classOf(value: ComponentChildren): 'long' | 'medium' | undefined {
  if (typeof value !== 'string') return undefined
  if (widthOf(value) > MEDIUM_TEXT || value.includes('\n')) return 'long'
  return widthOf(value) > SHORT_TEXT ? 'medium' : undefined
}

/** A value of elements may say how much room it needs. */
export type Fact = readonly [label: string, value: ComponentChildren, room?: 'medium' | 'long']

/** Labels and values of a record. */
export const Facts = ({ items }: { items: readonly Fact[] }) => (
  <dl class="facts">
    {items.map(([label, value, room = classOf(value)]) => (
      <div key={label} class={room}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A text of the record, with its own lines. */
export const Paragraphs = ({ title, text }: { title: string; text: string | null }) =>
  text === null ? null : (
    <Section title={title}>
      <p class="lines">{text}</p>
    </Section>
  )

/** Amounts with what they are, as the figures of a card. */
export const Figures = ({ items }: { items: readonly (readonly [label: string, amount: string])[] }) => (
  <dl class="figures">
    {items.map(([label, amount]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{yuan(amount)}</dd>
      </div>
    ))}
  </dl>
)
