/** @jsxImportSource preact */
import { DEFAULT_PAGE_SIZE, MAX_PAGE_NUM } from '@consilium/contract/envelope.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import { publicProjectRoutes, type PublicProject } from '@consilium/contract/publicity/publicity.ts'
import { namesOf } from '@consilium/web-kit/format.ts'
import { Progress } from './facts.tsx'
import { failurePage } from './failure-page.tsx'
import { formatPeriod } from './format.ts'
import { link, projectPath, PROJECTS_PATH } from './links.ts'
import { ListCover } from './pictures.tsx'
import { statusOf, type Outcome, type View, type Visit } from './visit.ts'

interface Listing {
  view: View
  keyword: string
  pageNum: number
  total: number
  rows: PublicProject[]
}

const pagesOf = (total: number) => Math.max(1, Math.ceil(total / DEFAULT_PAGE_SIZE))

/** Anything but a page number means the first page, so that a truncated link still works. */
function pageNumOf(query: URLSearchParams): number {
  const pageNum = Number(query.get('pageNum') ?? 1)
  return Number.isInteger(pageNum) && pageNum >= 1 ? Math.min(pageNum, MAX_PAGE_NUM) : 1
}

const parametersOf = (keyword: string, pageNum: number) => ({
  keyword,
  pageNum: pageNum > 1 ? String(pageNum) : '',
})

function Search({ view: { texts, choice }, keyword }: Pick<Listing, 'view' | 'keyword'>) {
  return (
    <form class="search" role="search" method="get" action={PROJECTS_PATH}>
      <label for="keyword">{texts.search}</label>
      <div>
        <input
          id="keyword"
          name="keyword"
          type="search"
          value={keyword}
          maxLength={NAME_MAX}
          placeholder={texts.searchHint}
          enterkeyhint="search"
        />
        <button type="submit">{texts.searchButton}</button>
      </div>
      {choice.language ? <input type="hidden" name="lang" value={choice.language} /> : null}
      {choice.source === 'web' ? null : <input type="hidden" name="source" value={choice.source} />}
    </form>
  )
}

const ProjectCard = ({
  project,
  first,
  view: { texts, choice, language },
}: {
  project: PublicProject
  first: boolean
  view: View
}) => (
  <li class="card project">
    <ListCover pictures={project.pictures} first={first} />
    <h2>
      <a href={link(projectPath(project.projectId), choice)}>{project.projectName}</a>
    </h2>
    {project.medicalField ? <p class="tag">{project.medicalField}</p> : null}
    {project.summary ? <p class="summary">{project.summary}</p> : null}
    <p class="small">
      {project.sponsorOrgName ? <span>{namesOf(project.sponsorOrgName, language)}</span> : null}
      {project.startTime || project.endTime ? <span>{formatPeriod(project, language, texts)}</span> : null}
    </p>
    {project.meetingCount > 0 ? (
      <p class="small">
        <Progress project={project} texts={texts} />
      </p>
    ) : null}
  </li>
)

function Pager({ view: { texts, choice }, keyword, pageNum, total }: Listing) {
  const pages = pagesOf(total)
  if (pages === 1) return null
  const to = (page: number) => link(PROJECTS_PATH, choice, parametersOf(keyword, page))
  return (
    <nav class="pager" aria-label={texts.pages}>
      {pageNum > 1 ? (
        <a class="button quiet" rel="prev" href={to(pageNum - 1)}>
          {texts.previous}
        </a>
      ) : null}
      <span>{texts.pageOf(pageNum, pages)}</span>
      {pageNum < pages ? (
        <a class="button quiet" rel="next" href={to(pageNum + 1)}>
          {texts.next}
        </a>
      ) : null}
    </nav>
  )
}

function Nothing({ view: { texts, choice }, keyword }: Pick<Listing, 'view' | 'keyword'>) {
  const [title, help] = keyword
    ? [texts.noMatch, texts.noMatchHelp]
    : [texts.noProjects, texts.noProjectsHelp]
  return (
    <div class="card empty">
      <h2>{title}</h2>
      <p>{help}</p>
      {keyword ? (
        <a class="button quiet" href={link(PROJECTS_PATH, choice)}>
          {texts.clearSearch}
        </a>
      ) : null}
    </div>
  )
}

/** What a visitor can do here, on the first page only. */
const Welcome = ({ texts }: Pick<View, 'texts'>) => (
  <section class="welcome" aria-label={texts.claim}>
    <p class="claim">{texts.claim}</p>
    <ol role="list">
      {texts.steps.map(([title, hint]) => (
        <li key={title}>
          <strong>{title}</strong>
          {hint}
        </li>
      ))}
    </ol>
  </section>
)

function Projects(listing: Listing) {
  const { view, keyword, pageNum, total, rows } = listing
  const { texts } = view
  return (
    <>
      {keyword === '' && pageNum === 1 ? <Welcome texts={texts} /> : null}
      <div class="lead">
        <h1>{texts.projects}</h1>
        <p>{texts.projectsLead}</p>
      </div>
      <Search view={view} keyword={keyword} />
      {total > 0 ? (
        <p class="count" role="status">
          {keyword ? texts.foundFor(total, keyword) : texts.found(total)}
        </p>
      ) : (
        <Nothing view={view} keyword={keyword} />
      )}
      {/* WebKit removes the list role from lists without bullets. */}
      <ul class="cards" role="list">
        {rows.map((project, at) => (
          <ProjectCard key={project.projectId} project={project} first={at === 0} view={view} />
        ))}
      </ul>
      <Pager {...listing} />
    </>
  )
}

export async function projectsPage(visit: Visit): Promise<Outcome> {
  const { client, texts, choice, query } = visit
  const keyword = (query.get('keyword') ?? '').trim()
  const pageNum = pageNumOf(query)
  const reply = await client.attempt(publicProjectRoutes.list, { query: { keyword, pageNum } })
  if (reply.error)
    return failurePage(visit, { status: statusOf(reply), refusal: reply.error, path: PROJECTS_PATH })
  const { rows, total } = reply.data
  if (rows.length === 0 && total > 0)
    return { location: link(PROJECTS_PATH, choice, parametersOf(keyword, pagesOf(total))) }
  return {
    status: 200,
    title: texts.projects,
    description: texts.projectsLead,
    path: PROJECTS_PATH,
    parameters: parametersOf(keyword, pageNum),
    body: <Projects view={visit} keyword={keyword} pageNum={pageNum} total={total} rows={rows} />,
  }
}
