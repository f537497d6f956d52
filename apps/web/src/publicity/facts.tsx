/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

/** A list of labels and values. */
export const Facts = ({ children }: { children: ComponentChildren }) => <dl class="facts">{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
