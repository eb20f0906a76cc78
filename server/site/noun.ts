import type { Noun } from '../http/noun.ts'
import { siteRoutes } from './routes.ts'

export const site = {
  routes: siteRoutes,
} satisfies Noun
