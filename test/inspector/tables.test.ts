import { expectTypeOf, test } from 'vitest'
import type { NamedTable } from '../../inspector/tables.ts'
import type { tables } from '../../src/service/model/tables.ts'

test('the inspector names only tables that exist', () => {
  expectTypeOf<NamedTable>().toExtend<(typeof tables)[number]['name']>()
})
