import { projectPictureRoutes } from '@consilium/contract/project-pictures.ts'
import type { Project } from '@consilium/contract/projects.ts'
import { forEach } from './crew.ts'
import { upload } from './files.ts'
import { drawPoster } from './pictures.ts'
import type { Player } from './platform.ts'
import { createRandom } from './random.ts'

/** Captions of the pictures of a project; the first is that of its cover. */
const CAPTIONS = [
  ['项目海报：三条上升的随访曲线', '示意图：基层医院的分布'],
  ['项目海报：蓝色底的柱状图', '示意图：各季度的会议安排'],
  ['Poster: follow-up over four quarters'],
] as const
const SEED = 28

/** Managers add drawn pictures to the first published projects that have none. */
export async function illustrate(manager: Player, projects: readonly Project[]): Promise<void> {
  const published = projects.filter(({ isPublished }) => isPublished).slice(0, CAPTIONS.length)
  await forEach(published, async ({ projectId }, place) => {
    const params = { projectId }
    if ((await manager.call(projectPictureRoutes.list, { params })).length > 0) return
    const random = createRandom(SEED + place)
    for (const caption of CAPTIONS[place]!) {
      const fileId = await upload(manager, 'poster.png', drawPoster(random))
      const body = { fileId, caption, mayBePublished: true as const }
      await manager.call(projectPictureRoutes.create, { params, body })
    }
  })
}
