import { expectTypeOf, test } from 'vitest'
import type { NamedTable } from '../../inspector/tables.ts'
import type * as tables from '../../src/service/model/every-table.ts'

test('the inspector names only tables that exist', () => {
  expectTypeOf<NamedTable>().toExtend<keyof typeof tables>()
})
