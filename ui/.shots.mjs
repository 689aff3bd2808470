import { chromium } from "playwright";
const url='http://localhost:18431'; const out='/tmp/uitruth-shots'; import { mkdirSync } from "node:fs"; mkdirSync(out,{recursive:true});
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--disable-gpu','--no-sandbox']});
const long='a-service-with-a-very-very-long-name-that-nobody-should-ever-choose-but-somebody-did';
const q=JSON.parse(process.argv[2]);
for (const [name,path,width,dark,act] of q){
 const p=await b.newPage({baseURL:url,viewport:{width,height:width<500?844:900},colorScheme:dark?'dark':'light',locale:'en-GB',timezoneId:'UTC',reducedMotion:'reduce'});
 await p.goto(path.replaceAll('LONG',long)); await p.waitForTimeout(2500);
 if(act) { await p.evaluate(act); await p.waitForTimeout(1500);}
 const side=await p.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
 console.log(name,'sideways',side);
 await p.screenshot({path:`${out}/${name}.png`}); await p.close();
}
await b.close();
