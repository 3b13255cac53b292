// Made by `npm run natives` from packages/runtime/uncompiled/pausable.ts: change that one.
// @ts-nocheck -- a frame has no type
/* oxlint-disable max-lines, max-lines-per-function, no-shadow, typescript/consistent-return -- nobody reads it */
export const NATIVE_TEXTS: Readonly<Record<string, string>> = {
  'arrays.forEach': 'forEach(3) runtime frames bare through 0:0:3kr2;receiver,callback,self,list,length,i;345',
  'arrays.map': 'map(3) runtime frames bare through 0:0:jwzz;receiver,callback,self,list,length,result,i;3456',
  'arrays.filter':
    'filter(3) runtime frames bare through 0:0:9iu0;receiver,callback,self,list,length,result,kept,i,value;345678',
  'arrays.some': 'some(3) runtime frames bare through 0:0:boqt;receiver,callback,self,list,length,i;345',
  'arrays.every': 'every(3) runtime frames bare through 0:0:4niy;receiver,callback,self,list,length,i;345',
  'arrays.find': 'find(3) runtime frames bare through 0:0:9iu0;receiver,callback,self,list,length,i,value;3456',
  'arrays.findIndex': 'findIndex(3) runtime frames bare through 0:0:ur1h;receiver,callback,self,list,length,i;345',
  'arrays.findLast': 'findLast(3) runtime frames bare through 0:0:9iu0;receiver,callback,self,list,i,value;345',
  'arrays.findLastIndex': 'findLastIndex(3) runtime frames bare through 0:0:ur1h;receiver,callback,self,list,i;34',
  'arrays.reduce':
    'reduce(2) runtime frames list bare through 0:0:zce9;arguments receiver callback ...initial,callback,list,length,i;1234',
  'arrays.reduceRight':
    'reduceRight(2) runtime frames list bare through 0:0:zce9;arguments receiver callback ...initial,callback,list,i;123',
  'arrays.flatMap':
    'flatMap(3) runtime frames bare through 0:0:gfb9;receiver,callback,self,list,length,result,i,argument.0;34567',
  'arrays.sort': 'sort(2) runtime frames bare through 0:0:nkk;receiver,compare,list,length,before,work;2345',
  'arrays.toSorted': 'toSorted(2) runtime frames bare through 0:0:nkk;receiver,compare,work;2',
  from: 'from(4) runtime frames bare 0:0:jrix 0:0:34ic;constructor,items,callback,self,i,result~2,cursor:3i82.0,argument.0@8,list@5,length@6,result@7,argument.0@8;4567,489ab',
  'collections.forEach': 'forEach(3) runtime frames bare 0:0:z2fp;receiver,callback,self,cursor:vzk7.0;3',
  replace:
    'replace(4) runtime frames bare through 0:0:vde1;native,receiver,pattern,callback,found,matches,i,argument.0;4567',
};
