import type { PublicProject } from '@consilium/contract/publicity/publicity.ts'
import type { Db } from '../../infra/db/db.ts'
import * as repository from './public-project-repository.ts'
import type { Figures, ShownProject } from './public-project-repository.ts'

/**
 * Projects with more meetings are summed once for many requests: anyone may ask, without an account, and each time all of a
 * project's meetings, attendees and agreements would be read.
 */
export const SUMMED_LIVE_MEETINGS_MAX = 500
const KEPT_MS = 5 * 60_000
const KEPT_PROJECTS = 1000

type CountedProject = Omit<PublicProject, 'pictures'>

interface Kept {
  until: number
  figures: Promise<Figures>
}

/** The figures that the public page tells of projects. */
export function createPublicFigures(db: Db) {
  const kept = new Map<number, Kept>()

  function keep(projectId: number): Promise<Figures> {
    const figures = repository.figuresOf(db, [projectId]).then((found) => found.get(projectId)!)
    const entry = { until: performance.now() + KEPT_MS, figures }
    kept.delete(projectId)
    kept.set(projectId, entry)
    for (const oldest of kept.keys()) if (kept.size > KEPT_PROJECTS) kept.delete(oldest)
    figures.catch(() => kept.get(projectId) === entry && kept.delete(projectId))
    return figures
  }

  /** Requests that come while a project is summed wait for the same sum. */
  function ofLarge(projectId: number): Promise<Figures> {
    const known = kept.get(projectId)
    return known && performance.now() < known.until ? known.figures : keep(projectId)
  }

  return {
    /** Whether the spending is told is read each time; it may be unpublished at any moment. */
    async addTo(projects: readonly ShownProject[]): Promise<CountedProject[]> {
      const projectIds = projects.map(({ projectId }) => projectId)
      const large = await repository.largeOf(db, projectIds, SUMMED_LIVE_MEETINGS_MAX)
      const figures = await repository.figuresOf(
        db,
        projectIds.filter((projectId) => !large.has(projectId)),
      )
      // One after the other, so that a page of large projects takes one connection.
      for (const projectId of large) figures.set(projectId, await ofLarge(projectId))
      return projects.map(({ publishesSpending, ...project }) => {
        const { spending, ...counts } = figures.get(project.projectId)!
        return { ...project, ...counts, spending: publishesSpending ? spending : null }
      })
    },
  }
}
