const { finish } = require('./heat.cjs');
const handlebars = require('handlebars/dist/cjs/handlebars').default;

const source = `
<h1>{{title}}</h1>
{{#each people}}
  <p class="{{#if grown}}grown{{else}}young{{/if}}">{{@index}}. {{name.first}} {{name.last}}, {{age}}</p>
  {{#with address}}<address>{{street}}, {{city}}</address>{{/with}}
{{/each}}`;
const people = Array.from({ length: 200 }, (_, i) => ({
  name: { first: `First <${i}>`, last: `Last & ${i}` },
  grown: i % 2 === 0,
  age: i % 80,
  address: { street: `Street ${i}`, city: i % 3 ? 'Here' : '' },
}));
let length = 0;
for (let round = 0; round < 150; round++) {
  const template = handlebars.compile(source + `{{!-- ${round} --}}`);
  for (let k = 0; k < 3; k++) length += template({ title: `Round ${round}`, people }).length;
}
console.log(length);
finish();
