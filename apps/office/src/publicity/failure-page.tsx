/** @jsxImportSource preact */
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { link, PROJECTS_PATH } from './links.ts'
import { Notice, RequestNumber } from './notice.tsx'
import type { Texts } from './texts.ts'
import type { Page, View } from './visit.ts'

const NOT_FOUND = 404
const TOO_MANY = 429
const FAULT = 500

function wording(status: number, texts: Texts): { title: string; help: string | null } {
  if (status === NOT_FOUND) return { title: texts.noPage, help: texts.noPageHelp }
  if (status === TOO_MANY) return { title: texts.tooMany, help: null }
  return { title: status < FAULT ? texts.refused : texts.failed, help: null }
}

interface Failure {
  status: number
  /** Null if no API call was made. */
  refusal: ErrorAnswer | null
  path: string
  title?: string
  help?: string
}

/** A page for a failed request, with a link back and, for faults, the request id. */
export function failurePage({ texts, choice }: View, { status, refusal, path, ...given }: Failure): Page {
  const { title, help } = { ...wording(status, texts), ...given }
  return {
    status,
    title,
    path,
    body: (
      <>
        <h1>{title}</h1>
        <Notice
          tone={status === NOT_FOUND ? 'plain' : 'bad'}
          title={help ?? refusal?.msg ?? title}
          role="alert"
        >
          {refusal && status !== NOT_FOUND ? <RequestNumber refusal={refusal} texts={texts} /> : null}
        </Notice>
        <p class="actions">
          {status === NOT_FOUND ? null : (
            <a class="button" href={link(path, choice)}>
              {texts.tryAgain}
            </a>
          )}
          <a class="button quiet" href={link(PROJECTS_PATH, choice)}>
            {texts.allProjects}
          </a>
        </p>
      </>
    ),
  }
}
