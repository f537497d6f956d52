/** @jsxImportSource preact */
import type { PublicProject } from '@consilium/contract/publicity/publicity.ts'
import type { ComponentChildren } from 'preact'
import { formatSum } from './format.ts'
import type { Texts } from './texts.ts'

/** A list of labels and values. */
export const Facts = ({ children }: { children: ComponentChildren }) => <dl class="facts">{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface OfProject {
  project: PublicProject
  texts: Texts
}

/** How many of its meetings a project has held, in words and as a bar. */
export const Progress = ({ project: { heldCount, meetingCount }, texts }: OfProject) => (
  <span class="progress">
    {texts.meetings(heldCount, meetingCount)}
    <progress value={heldCount} max={meetingCount} aria-label={texts.progress} />
  </span>
)

/** What a project has done, and with which money if it says so. */
export function Results({ project: { heldCount, expertCount, spending }, texts }: OfProject) {
  if (heldCount === 0 && !spending) return null
  const figures: [string, string][] = [
    [texts.heldMeetings, String(heldCount)],
    [texts.experts, String(expertCount)],
    ...(spending?.labor ? [[texts.laborPaid, formatSum(spending.labor)] as [string, string]] : []),
    ...(spending ? [[texts.expensesPaid, formatSum(spending.expenses)] as [string, string]] : []),
  ]
  return (
    <section class="card" aria-labelledby="results">
      <h2 id="results">{texts.results}</h2>
      <dl class="figures">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {spending ? <p class="small">{texts.thousands}</p> : null}
    </section>
  )
}
