/** Starts Firefox and WebKitGTK from Debian's packages and drives both through one interface. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type ElementHandle } from "puppeteer-core";
import { Builder, type WebElement } from "selenium-webdriver";
import { firefoxPath } from "../../scripts/test/browsers.ts";
import { freePort } from "../support/node/app-process.ts";

/** An element that a user can press or type into. */
interface Control {
  click: () => Promise<void>;
  type: (text: string) => Promise<void>;
  chooseFile: (path: string) => Promise<void>;
}

export interface Browser {
  version: string;
  open: (url: string) => Promise<void>;
  /** Returns the value of an expression in the page; promises are awaited. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Returns the element an expression yields, or null. */
  find: (expression: string) => Promise<Control | null>;
  close: () => Promise<void>;
}

export interface BrowserDriver {
  name: string;
  /** Debian packages that provide the browser. */
  packages: string;
  /** Null when the packages are not installed. */
  launch: (() => Promise<Browser>) | null;
}

const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

const have = (...files: string[]) => files.every((file) => existsSync(file));

export const BROWSERS: readonly BrowserDriver[] = [
  { name: "Firefox", packages: "firefox-esr", launch: firefoxPath() ? launchFirefox : null },
  {
    name: "WebKitGTK",
    packages: "webkit2gtk-driver xvfb",
    launch: have(WEBKIT_DRIVER, XVFB, MINI_BROWSER) ? launchWebKit : null,
  },
];

/** Puppeteer drives an unmodified Firefox through WebDriver BiDi. */
async function launchFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefoxPath() ?? "", headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    evaluate: (expression) => page.evaluate(expression),
    find: async (expression) => {
      const element = (await page.evaluateHandle(expression)).asElement() as ElementHandle<HTMLInputElement> | null;
      return (
        element && {
          click: () => element.click(),
          type: (text) => element.type(text),
          chooseFile: (path) => element.uploadFile(path),
        }
      );
    },
    close: () => browser.close(),
  };
}

/** WebKitGTK's WebDriver starts MiniBrowser, which needs a display. */
async function launchWebKit(): Promise<Browser> {
  const screen = spawn(XVFB, ["-displayfd", "1", "-screen", "0", "1280x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const display = await new Promise<string>((started, failed) => {
    screen.stdout.once("data", (number: Buffer) => started(`:${number.toString().trim()}`));
    screen.once("exit", () => failed(new Error("Xvfb did not start")));
  });
  const port = await freePort();
  const service = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  });
  const stop = () => Promise.all([ended(service), ended(screen)]);
  try {
    await listening(`http://127.0.0.1:${port}/status`);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation", "--geometry=1280x900"] },
      })
      .build();
    await driver.manage().setTimeouts({ script: 30_000, pageLoad: 60_000 });
    return {
      version: (await driver.getCapabilities()).getBrowserVersion() ?? "",
      open: (url) => driver.get(url),
      evaluate: (expression) => driver.executeScript(`return (${expression})`),
      find: async (expression) => {
        const element = await driver.executeScript<WebElement | null>(`return (${expression}) ?? null`);
        return (
          element && {
            click: () => element.click(),
            type: (text) => element.sendKeys(text),
            chooseFile: (path) => element.sendKeys(path),
          }
        );
      },
      close: async () => {
        await driver.quit().catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const up = await fetch(url).then(
      () => true,
      () => false,
    );
    if (up) return;
    await pause(100);
  }
  throw new Error(`nothing answers on ${url}`);
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill();
  });
}
