import { projectPictureRoutes } from '@consilium/contract/projects/project-pictures.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import { forEach } from '../crew.ts'
import { upload } from '../files.ts'
import type { Player } from '../platform.ts'
import { drawPosters } from './posters.ts'
import { isEnglishField } from '../plan/project-words.ts'

/** Captions of the pictures of a project; the first is that of its cover. */
const captions = (field: string) =>
  isEnglishField(field)
    ? [`Poster of the project: ${field}`, 'Round table of experts', 'Meetings by quarter']
    : [`项目海报：${field}`, '示意图：专家圆桌研讨', '示意图：各季度的会议安排']

/** Managers add drawn pictures to the published projects that have none. */
export async function illustrate(manager: Player, projects: readonly Project[]): Promise<void> {
  const published = projects.filter(({ isPublished }) => isPublished)
  await forEach(published, async ({ projectId, medicalField }) => {
    const params = { projectId }
    if ((await manager.call(projectPictureRoutes.list, { params })).length > 0) return
    const field = medicalField ?? ''
    const words = captions(field)
    for (const [place, poster] of (await drawPosters(field)).entries()) {
      const fileId = await upload(manager, 'poster.jpg', poster)
      const body = { fileId, caption: words[place]!, mayBePublished: true as const }
      await manager.call(projectPictureRoutes.create, { params, body })
    }
  })
}
