/** @jsxImportSource preact */
import { PRIVACY_NOTICE } from '@consilium/contract/consents/consent-texts.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { errorMessage } from '@consilium/contract/errors.ts'
import { publicProjectRoutes, type PublicProject } from '@consilium/contract/publicity/publicity.ts'
import { namesOf } from '@consilium/web-kit/format.ts'
import { Fact, Facts, Progress, Results } from './facts.tsx'
import { failurePage } from './failure-page.tsx'
import { formatPeriod } from './format.ts'
import { IntentForm, type Refused } from './intent-form.tsx'
import {
  INTENT_FORMS,
  INTENT_KINDS,
  PRIVACY_FIELD,
  submitIntent,
  valuesOf,
  type IntentKind,
} from './intent-kinds.ts'
import { link, projectPath, PROJECTS_PATH } from './links.ts'
import { Notice } from './notice.tsx'
import { Cover, Gallery } from './pictures.tsx'
import { readForm, statusOf, type Outcome, type View, type Visit } from './visit.ts'

const SENT_ID = 'sent'
const DESCRIPTION_MAX = 150
const INVALID = 400

interface ProjectProps {
  view: View
  project: PublicProject
  sent: IntentKind | null
  refused: Refused | null
  apiPath: string
}

function About({ view: { texts, language }, project }: Pick<ProjectProps, 'view' | 'project'>) {
  return (
    <>
      <Facts>
        <Fact label={texts.sponsor}>{namesOf(project.sponsorOrgName, language) || texts.notSet}</Fact>
        <Fact label={texts.period}>{formatPeriod(project, language, texts)}</Fact>
        {project.medicalField ? <Fact label={texts.medicalField}>{project.medicalField}</Fact> : null}
        {project.contact ? <Fact label={texts.contact}>{project.contact}</Fact> : null}
        {project.meetingCount > 0 ? (
          <Fact label={texts.progress}>
            <Progress project={project} texts={texts} />
          </Fact>
        ) : null}
      </Facts>
      <p class="actions">
        {INTENT_KINDS.map((kind, at) => (
          <a key={kind} class={at === 0 ? 'button' : 'button quiet'} href={`#${kind}`}>
            {texts[INTENT_FORMS[kind].title]}
          </a>
        ))}
      </p>
      <section class="card" aria-labelledby="about">
        <h2 id="about">{texts.about}</h2>
        <p class="prose">{project.summary ?? texts.noSummary}</p>
      </section>
      <Gallery texts={texts} pictures={project.pictures} />
      <Results texts={texts} project={project} />
    </>
  )
}

function Project({ view, project, sent, refused, apiPath }: ProjectProps) {
  const { texts, choice } = view
  return (
    <>
      <p class="back">
        <a href={link(PROJECTS_PATH, choice)}>{texts.allProjects}</a>
      </p>
      <h1>{project.projectName}</h1>
      {sent ? (
        <Notice tone="good" title={texts[INTENT_FORMS[sent].sent]} role="status" id={SENT_ID}>
          <p>{texts.sentHelp}</p>
        </Notice>
      ) : null}
      <Cover pictures={project.pictures} />
      <About view={view} project={project} />
      <h2 class="part">{texts.takePart}</h2>
      <p class="lead-in">{texts.takePartLead}</p>
      <div class="pair">
        {INTENT_KINDS.map((kind) => (
          <IntentForm
            key={kind}
            view={view}
            kind={kind}
            projectId={project.projectId}
            refused={refused?.kind === kind ? refused : null}
            apiPath={apiPath}
          />
        ))}
      </div>
    </>
  )
}

/** The page of a project that is open to intents, optionally with a rejected form. */
async function show(visit: Visit, projectId: number, refused: (Refused & { status: number }) | null) {
  const { client, texts, query } = visit
  const path = projectPath(projectId)
  const reply = await client.attempt(publicProjectRoutes.get, { params: { projectId } })
  if (reply.error) {
    const status = statusOf(reply)
    const words = status === 404 ? { title: texts.notOpen, help: texts.notOpenHelp } : {}
    return failurePage(visit, { status, refusal: reply.error, path, ...words })
  }
  const project = reply.data
  const sent = INTENT_KINDS.find((kind) => kind === query.get('sent')) ?? null
  return {
    status: refused?.status ?? 200,
    title: project.projectName,
    description: (project.summary ?? texts.takePart).slice(0, DESCRIPTION_MAX),
    path,
    ...(project.pictures[0] ? { picture: project.pictures[0] } : {}),
    body: <Project view={visit} project={project} sent={sent} refused={refused} apiPath={visit.apiPath} />,
  }
}

export const projectPage = (visit: Visit, projectId: number): Promise<Outcome> => show(visit, projectId, null)

/** Refuses a form without the consent, as the service refuses a field. */
function notAgreed({ language, texts }: Visit): ErrorAnswer {
  const details = [{ field: PRIVACY_FIELD, message: texts.notAgreed }]
  const msg = errorMessage('VALIDATION_FAILED', language)
  return { code: INVALID, error: 'VALIDATION_FAILED', msg, requestId: '', details }
}

/** Handles a form. A saved intent redirects to the page, so that a reload sends nothing again. */
export async function intentPage(visit: Visit, projectId: number, kind: IntentKind): Promise<Outcome> {
  const { client, choice, request } = visit
  const form = await readForm(request)
  const values = valuesOf(kind, form)
  if (form.get(PRIVACY_FIELD) !== PRIVACY_NOTICE.version)
    return show(visit, projectId, { status: INVALID, kind, values, refusal: notAgreed(visit) })
  const reply = await submitIntent(client, kind, { projectId, source: choice.source, values })
  if (reply.error)
    return show(visit, projectId, { status: statusOf(reply), kind, values, refusal: reply.error })
  return { location: `${link(projectPath(projectId), choice, { sent: kind })}#${SENT_ID}` }
}
