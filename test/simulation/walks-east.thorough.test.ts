import { describeWalks } from './walks.ts'

describeWalks('east')
