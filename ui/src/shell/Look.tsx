import { createTheme, MantineProvider } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";
import { useTheme } from "../model/preferences";

/** The component library supplies behaviour; its looks are the tokens. */
const theme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 6,
  fontSizes: { sm: "13px" },
  focusRing: "auto",
  autoContrast: true,
  respectReducedMotion: true,
});

export function Look({ children }: { children: ReactNode }) {
  const { shown } = useTheme();
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown;
  }, [shown]);
  return (
    <MantineProvider theme={theme} forceColorScheme={shown}>
      {children}
    </MantineProvider>
  );
}
