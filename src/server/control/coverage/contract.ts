import { documents, lenientDocuments } from '../../../kernel/contract/documents.ts'
import { loadVocabulary, chooseWords } from '../../../service/vocabulary/world-vocabulary.ts'
import type { ControlOperations } from '../context.ts'
import { noSuchWorld } from '../errors.ts'

export const contractOperations = {
  async getContract({ context, query: { contract = 'service', variant, world = 'default' } }) {
    const document = await (variant === 'strict' ? documents : lenientDocuments)[contract]()
    const handle = context.worlds.byId(world)
    // `default` may be unreadable.
    if (!handle && world !== 'default') throw noSuchWorld(context.worlds, world)
    const settings = handle?.world.settings ?? {}
    await loadVocabulary(settings)
    const url = contract === 'service' ? `${context.publicUrl}/3.0` : context.publicUrl
    return {
      ...(contract === 'service' ? chooseWords(settings).openApi(document) : document),
      servers: [{ url, description: 'This server' }],
    }
  },
} satisfies Partial<ControlOperations>
