import "@fontsource-variable/inter/wght.css";
import "@fontsource/jetbrains-mono/latin-400.css";
import "@fontsource/jetbrains-mono/latin-500.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Modal.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./parts/parts.css";
import "./parts/controls.css";
import "./parts/table.css";
import "./shell/shell.css";
import "./shell/rail.css";
// From the beginning: it has to see every change of the path.
import "./shell/navigation";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Problem } from "./api/client";
import { router } from "./router";
import { Look } from "./shell/Look";

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the caller got wrong stays wrong; what the server could not do is worth two more tries.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof Problem && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: false,
    },
  },
});

const place = document.getElementById("root");
if (place === null) throw new Error("The page has no place for the window.");
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Look>
        <RouterProvider router={router} />
      </Look>
    </QueryClientProvider>
  </StrictMode>,
);
