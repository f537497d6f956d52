/** @jsxImportSource preact */
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import { formatDay } from './format.ts'
import { PRIVACY_PATH } from './links.ts'
import type { Page, Visit } from './visit.ts'

/** All paragraphs but the first and the last begin with their subject and a colon. */
const SUBJECT = /^([^：:。.]{2,20}(?:：|: ))(.*)$/

function withSubject(paragraph: string) {
  const [, subject, rest] = SUBJECT.exec(paragraph) ?? []
  if (!subject) return paragraph
  return (
    <>
      <strong>{subject}</strong>
      {rest}
    </>
  )
}

/** What is done with personal data, in the version that is asked for now. */
export function privacyPage({ texts, language }: Visit): Page {
  const { version, text } = PRIVACY_NOTICE
  return {
    status: 200,
    title: texts.privacy,
    description: texts.privacyLead,
    path: PRIVACY_PATH,
    body: (
      <>
        <div class="lead">
          <h1>{texts.privacy}</h1>
          <p>{texts.privacyVersion(formatDay(`${version} 00:00:00`, language))}</p>
        </div>
        <section class="card text">
          {text[language].split('\n').map((paragraph) => (
            <p key={paragraph}>{withSubject(paragraph)}</p>
          ))}
        </section>
      </>
    ),
  }
}
